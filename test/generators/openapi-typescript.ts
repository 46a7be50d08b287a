import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript';
import type { Seen, Walk } from './walk';

/** Uses types of openapi-typescript, with the client of the same authors. */
export async function walk({ baseUrl, email, password, picture }: Walk): Promise<Seen> {
  const client = createClient<paths>({ baseUrl });
  const login = await client.POST('/users/login', { body: { email, password } });
  client.use({
    onRequest({ request }) {
      request.headers.set('Private-Token', login.data!.token);
    },
  });
  const { data: canvas } = await client.POST('/canvases', { body: { name: 'Generated' } });
  const params = { path: { canvas_id: canvas!.id } };
  const note = await client.POST('/canvases/{canvas_id}/notes', { params, body: { text: 'Hello' } });
  const image = await client.POST('/canvases/{canvas_id}/images', {
    params,
    body: { data: '', json: { title: 'Plan' } },
    bodySerializer({ json }) {
      const form = new FormData();
      form.append('data', picture, 'plan.svg');
      form.append('json', JSON.stringify(json));
      return form;
    },
  });
  const list = await client.GET('/canvases/{canvas_id}/widgets', { params });
  const item = { path: { ...params.path, widget_id: note.data!.id } };
  const body = { text: 'Changed', location: { x: 7 } };
  const changed = await client.PATCH('/canvases/{canvas_id}/notes/{widget_id}', { params: item, body });
  await client.DELETE('/canvases/{canvas_id}/notes/{widget_id}', { params: item });
  const gone = await client.GET('/canvases/{canvas_id}/notes/{widget_id}', { params: item });
  const left = await client.GET('/canvases/{canvas_id}/notes', { params });
  return {
    note: note.data!.text,
    hash: image.data!.hash,
    widgets: list.data!.map(({ widget_type }) => widget_type),
    changed: { text: changed.data!.text, x: changed.data!.location.x },
    left: left.data!.length,
    refused: `${gone.response.status} ${gone.error!.msg}`,
  };
}
