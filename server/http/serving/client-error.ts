import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import { requestId } from '../routing/exchange.ts';
import { errorBody } from '../routing/families.ts';

/** `_httpMessage`: the response that the connection is busy with. Node's own handler of these errors reads it, too. */
type HttpSocket = Socket & { readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null };

/** Time for the peer to read the refusal and close; then the connection is cut. */
const lingerMs = 1_000;

/**
 * Answers a request that the HTTP parser refused, or of which it waited in vain for the rest. No route runs for it, so the
 * answer is written on the bare socket (interface/conventions 1.5: 400 `Malformed HTTP request`).
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: HttpSocket, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const current = socket._httpMessage;
  if (!current) return answerAndClose(socket, refusalOf(error), undefined, clock);
  // Bytes of another answer are out, so the peer would read ours as part of it
  if (current.headersSent) return void socket.destroy();
  // The malformed bytes follow a complete request, which gets its own answer first
  if (current.req.complete) return void current.once('finish', () => refuseMalformed(error, socket, clock));
  answerAndClose(socket, refusalOf(error), current.req, clock);
}

/** `CONNECT` asks for a tunnel and names no path of ours; Node hands over the bare socket. */
export function refuseTunnel(request: IncomingMessage, socket: HttpSocket, clock: Clock): void {
  answerAndClose(socket, refuse.methodNotAllowed('DELETE, GET, HEAD, PATCH, POST'), request, clock);
}

/** Refuses a connection beyond the limit. */
export function refuseConnection(refusal: Refusal, socket: Socket, clock: Clock): void {
  answerAndClose(socket, refusal, undefined, clock);
}

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse.requestTimedOut();
  if (error.code === 'HPE_HEADER_OVERFLOW') return refuse.headersTooLarge();
  return refuse.malformedHttp();
}

function answerAndClose(socket: Socket, refusal: Refusal, request: IncomingMessage | undefined, clock: Clock): void {
  const own = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = errorBody(refusal.message);
  const head =
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
    `Content-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: ${body.length}\r\n` +
    `X-Request-ID: ${requestId(request)}\r\n${own.join('')}Connection: close\r\n\r\n`;
  socket.end(head + body);
  const timer = clock.after(lingerMs, () => socket.destroy());
  socket.once('close', () => timer.cancel());
}
