/** The viewer of the API document, set up for this server. */

const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#viewer',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  requestInterceptor(request) {
    if (/[?&]subscribe=true/.test(request.url)) request.userFetch = firstLines;
    return request;
  },
  responseInterceptor(response) {
    const { token } = response.ok && response.url.endsWith('/users/login') ? response.body : {};
    if (token) ui.preauthorizeApiKey('Private-Token', token);
    return response;
  },
});

/** Milliseconds of a stream that are shown. */
const SHOWN = 5000;

/** A stream has no end, and the viewer shows only what is complete: the lines of the first seconds. */
async function firstLines(url, options) {
  const response = await fetch(url, options);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  setTimeout(() => reader.cancel(), SHOWN);
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
  return new Response(text, { status: response.status, statusText: response.statusText, headers: response.headers });
}
