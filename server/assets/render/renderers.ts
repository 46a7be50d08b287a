import { availableParallelism } from 'node:os';
import { fileKinds, type KnownFile } from '../../../model/file-kinds.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import { Metrics } from '../../metrics/metrics.ts';
import type { Settings } from '../../settings.ts';
import type { NaturalSize } from './jobs.ts';
import { tellRenders } from './render-metrics.ts';
import { type RenderLimits, RenderProcess } from './render-process.ts';
import { RenderQueue } from './render-queue.ts';
import { CannotRender, NotStarted, type ProbedFile, ProcessEnded, type Renderers, type Requester } from './types.ts';

export interface RendererDeps {
  readonly settings: Pick<Settings, 'renderMaxPixels' | 'renderMemoryBytes' | 'renderSeconds'>;
  readonly clock: Clock;
  /** Default: nobody reads what is counted. */
  readonly metrics?: Metrics;
  /** Called for every file that could not be identified or rendered, with the reason. */
  readonly failed?: (error: CannotRender, path: string) => void;
}

/** Heads are read in milliseconds, and the uploader waits for it. */
const PROBE_SECONDS = 3;
/** A process may end because the machine is briefly out of memory; twice in a row is no accident. */
const SNIFF_TRIES = 2;

/**
 * Uploads are identified in a process of their own, so that they never wait for renders. Renders get two processes, on two
 * cores one, and a spare one for when those are busy for long. So the server takes at most its own memory and that of four
 * such processes, three on two cores.
 */
export function createRenderers({ settings, clock, failed, metrics = new Metrics() }: RendererDeps): Renderers {
  const { renderMaxPixels: pixels, renderMemoryBytes: memoryBytes, renderSeconds: seconds } = settings;
  const limits = { pixels, memoryBytes, seconds, wholeBytes: memoryBytes / 4 };
  const processes = (count: number, limits: RenderLimits): RenderProcess[] =>
    Array.from({ length: count }, () => new RenderProcess(clock, limits));
  const regular = availableParallelism() > 2 ? 2 : 1;
  const renders = new RenderQueue(clock, { processes: processes(regular + 1, limits), spare: true, seconds });
  tellRenders(metrics, renders);
  const probing = { ...limits, seconds: Math.min(PROBE_SECONDS, seconds) };
  const probes = new RenderQueue(clock, { processes: processes(1, probing), spare: false, seconds: probing.seconds });
  const sized = async (path: string, { type }: KnownFile, requester: Requester): Promise<NaturalSize> =>
    probes.run('size', { path, type }, requester);

  return {
    async probe(path, requester) {
      const sniffed = await sniff(path, requester, SNIFF_TRIES);
      if (!sniffed) return undefined;
      return probedOf(sniffed, await sized(path, sniffed, requester).catch(tellFailure(path)));
    },
    info: (file, requester) => renders.run('page', file, requester, 'first'),
    level: async (job, requester) => renders.run('level', job, requester),
    draw: async (drawing, requester) => Buffer.from(await renders.run('draw', drawing, requester)),
    async close() {
      renders.close();
      probes.close();
    },
  };

  /** Tries again when the process ended: that says nothing about the file, and "no type" would be stored for ever. */
  async function sniff(path: string, requester: Requester, tries: number): Promise<KnownFile | undefined> {
    try {
      return await probes.run('sniff', { path }, requester);
    } catch (error) {
      tellFailure(path)(error);
      if (!(error instanceof ProcessEnded)) return undefined;
      if (tries > 1) return sniff(path, requester, tries - 1);
      throw new Error('no process could look at the file', { cause: error });
    }
  }

  function tellFailure(path: string): (error: unknown) => undefined {
    return (error) => {
      if (!(error instanceof CannotRender)) throw error;
      failed?.(error, path);
      if (error instanceof NotStarted) throw refuse.unavailable();
      return undefined;
    };
  }
}

function probedOf(known: KnownFile, size: NaturalSize | undefined): ProbedFile {
  if (size && isLength(size.width) && isLength(size.height)) return { ...known, ...size };
  const { size: usual, pages } = fileKinds[known.kind];
  return { ...known, ...usual, pages };
}

const isLength = (length: number): boolean => Number.isFinite(length) && length > 0;
