import type { Refusal } from '../../../model/refusal.ts';

/** Why the server ends a connection: a close code of interface/streaming 4.10, and a text for whoever reads the log of the client. */
export interface End {
  readonly code: 1000 | 1001 | 1009 | 1011 | 1012 | 4400 | 4401 | 4402 | 4403 | 4406 | 4408 | 4409 | 4429;
  readonly msg: string;
  /** While it was connected, not at its `hello`. */
  readonly wasGreeted?: boolean;
}

const reasons: Readonly<Partial<Record<End['code'], string>>> = {
  1001: 'shutdown',
  1012: 'apart',
  4401: 'token_revoked',
  4402: 'license',
  4403: 'user_blocked',
  4409: 'replaced',
};

const codes: Readonly<Partial<Record<End['code'], string>>> = {
  4400: 'invalid',
  4401: 'unauthorized',
  4402: 'license',
  4403: 'forbidden',
  4406: 'protocol',
};

/** The message that precedes the close: `error` where the client did something wrong, `notice` where something became so. */
export function closes({ code, msg, wasGreeted = false }: End): object | undefined {
  const error = codes[code];
  if (error && !(wasGreeted && reasons[code])) return { type: 'error', code: error, msg };
  const reason = reasons[code];
  return reason ? { type: 'notice', reason, msg } : undefined;
}

/** How a refusal of `authenticate` or of the licence ends a connection. */
export function endOf({ status, message }: Refusal, wasGreeted: boolean): End {
  const code = status === 401 ? 4401 : status === 402 ? 4402 : 4403;
  return { code, msg: message, wasGreeted };
}
