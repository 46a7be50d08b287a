import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { usualClock } from '../../client/index.ts';
import { sayFault } from '../parts/toast.tsx';
import { noAnswer } from '../session/rest.ts';
import { loadAgain } from './load-again.ts';
import { Problem } from './problem.tsx';

/** A page in a file of its own, loaded when somebody goes there. */
export const lazyPage = <Page extends ComponentType<never>>(load: () => Promise<Page>): ComponentType =>
  lazy(() => load().catch(lostFile) as Promise<ComponentType>);

/** Says so where it takes long. */
async function lostFile(cause: unknown): Promise<ComponentType> {
  const notice = usualClock.after(1_000, () => sayFault(noAnswer()));
  await loadAgain(cause).finally(() => notice.cancel());
  return FailedPage;
}

const FailedPage = () => <Problem kind="failed" />;
