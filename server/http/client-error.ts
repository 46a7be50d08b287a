import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import { requestId } from './exchange.ts';
import { errorBody } from './families.ts';

/** The response that a connection is busy with; Node's own handler of these errors reads the same property. */
type HttpSocket = Socket & { readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null };

/** The peer has so long to take the refusal and to close, then the connection is cut. */
const lingerMs = 1_000;

/**
 * Answers what the HTTP parser refused, or waited for in vain. No route runs for such a request, so the answer is
 * written on the bare socket (interface/conventions 1.5: 400 `Malformed HTTP request`).
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: HttpSocket, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const current = socket._httpMessage;
  if (!current) return answerAndClose(socket, refusalOf(error), undefined, clock);
  // Bytes of an answer are out: more would be read as part of it
  if (current.headersSent) return void socket.destroy();
  // The wrong bytes follow a whole request, which gets its own answer first
  if (current.req.complete) return void current.once('finish', () => refuseMalformed(error, socket, clock));
  answerAndClose(socket, refusalOf(error), current.req, clock);
}

/** `CONNECT` asks for a tunnel, on no path of ours; Node hands out the bare socket. */
export function refuseTunnel(request: IncomingMessage, socket: HttpSocket, clock: Clock): void {
  answerAndClose(socket, refuse.methodNotAllowed('DELETE, GET, HEAD, PATCH, POST'), request, clock);
}

/** Of a connection that is one too many. */
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
