import type { UploadFault } from './file-uploads.ts';

/** What a refused upload means for the person. @param status 0: no answer came */
export function faultOf(status: number, body: unknown): UploadFault {
  const msg = String((body as { readonly msg?: unknown } | undefined | null)?.msg ?? '');
  const isOfType = status === 400 && msg.startsWith('Unsupported file type');
  return { is: isOfType ? 'type' : (kinds[status] ?? 'refused'), msg };
}

const kinds: Readonly<Record<number, UploadFault['is']>> = {
  0: 'network',
  401: 'rights',
  403: 'rights',
  408: 'network',
  413: 'large',
  415: 'type',
  502: 'network',
  503: 'room',
  504: 'network',
};
