import { useEffect } from 'preact/hooks';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';

/** The title of the document while the page is shown; `''` is the name of the server alone. */
export function useTitle(page: string): void {
  const { common } = texts.value;
  const title = common.title(page, session.value?.server.name || common.name);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
