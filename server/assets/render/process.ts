import { rename } from 'node:fs/promises';
import { decoderOf, rendererOf } from './decoders.ts';
import { prepareImages } from './image.ts';
import type { ProcessLimits, RenderJobName, RenderJobs, RenderReply, RenderRequest } from './jobs.ts';
import type { LevelJob } from './types.ts';

/**
 * Entry of a render process: takes one job after the other from the server, and ends with it. It decodes the bytes of users,
 * so it holds nothing of value, and the server kills it whenever it takes too much.
 */
const limits = JSON.parse(process.argv[2] ?? '') as ProcessLimits;
prepareImages();
process.on('message', (request) => void answer(request as RenderRequest));
// A signal, because an orderly exit would wait for the decoders
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function answer({ name, job }: RenderRequest): Promise<void> {
  process.send?.(await replyTo(name, job));
}

async function replyTo(name: RenderJobName, job: RenderRequest['job']): Promise<RenderReply> {
  try {
    return {
      result: await (operations[name] as (job: RenderRequest['job']) => Promise<RenderJobs[RenderJobName]['result']>)(job),
    };
  } catch (error) {
    return { error: String(error) };
  }
}

type Operations = { readonly [N in RenderJobName]: (job: RenderJobs[N]['job']) => Promise<RenderJobs[N]['result']> };

const operations: Operations = {
  sniff: async ({ path }) => (await import('./sniff.ts')).sniff(path),
  size: async ({ path, type }) => (await decoderOf(type)).size(path, type, limits),
  page: async ({ path, type, page }) => (await rendererOf(type)).page(path, type, page, limits),
  level: writeLevel,
  draw: async (drawing) => (await import('./drawing/draw.ts')).draw(drawing),
};

/**
 * Writes under another name and then renames, so that no reader finds half of it. Not flushed, because commits of
 * the database on the same disk would wait for these megabytes; the cache detects a file that a loss of power truncated.
 */
async function writeLevel(job: LevelJob): Promise<undefined> {
  const part = `${job.to}.part`;
  await (await rendererOf(job.type)).level(job, part, limits);
  await rename(part, job.to);
}
