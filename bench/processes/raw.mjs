/**
 * The raw peer: node:http that sends prepared bytes and does nothing else. No router, no authentication, no JSON.
 * A stream is a response that stays open; a PATCH writes the prepared message to all of them and is answered. Like any good
 * fan-out it writes the messages of one turn together, because separate writes are four times slower.
 */
import { createServer } from 'node:http';
import { answerCalls } from '../lib/calls.mjs';

/** A smaller body, as one-byte text, leaves in one write with its head: the fastest way of node:http. */
const SMALL = 16 * 1024;

const prepared = { get: undefined, patch: undefined, stream: undefined, message: undefined };
/** Answers of their own for some paths, by path and query. */
const files = new Map();
const streams = new Set();
let waiting = 0;

const server = createServer((request, response) => {
  if (request.method === 'PATCH') return patch(request, response);
  if (request.url.includes('subscribe')) return open(response);
  send(response, files.get(request.url) ?? prepared.get);
});

function patch(request, response) {
  request.on('data', () => {});
  request.on('end', () => {
    if (streams.size > 0 && waiting++ === 0) setImmediate(publish);
    send(response, prepared.patch);
  });
}

function publish() {
  const messages = waiting === 1 ? prepared.message : Buffer.concat(Array(waiting).fill(prepared.message));
  waiting = 0;
  for (const stream of streams) stream.write(messages);
}

function open(response) {
  response.socket.setNoDelay(true);
  response.writeHead(200, prepared.stream.headers);
  response.write(prepared.stream.body);
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

function send(response, { headers, body }) {
  response.writeHead(200, headers);
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
}

function ready({ headers, body }) {
  return { headers, body: body.length < SMALL ? Buffer.from(body).toString('latin1') : Buffer.from(body) };
}

answerCalls({
  listen: () => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
  /** Processor time of all threads since the start, in microseconds. */
  processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** @param answers `{get, patch, stream}`, each `{headers: [name, value, …], body}`, and `message`, the bytes of one change */
  prepare({ message, ...answers }) {
    for (const name in answers) prepared[name] = ready(answers[name]);
    if (message) prepared.message = Buffer.from(message);
  },
  /** @param path and query that get an answer of their own, instead of `get` */
  prepareFile({ path, answer }) {
    files.set(path, ready(answer));
  },
});
