import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WidgetOf } from '../../../live/board.ts';
import { rest } from '../../../session/rest.ts';
import { pagesOf } from '../../actions/paging.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';

interface Props {
  readonly editing: Editing;
  readonly pdf: WidgetOf<'Pdf'>;
}

interface Info {
  readonly pages: number;
}

/** Which page of a document is shown, and of how many as soon as that is known. */
export function PageNumber({ editing, pdf }: Props) {
  const { board } = editing;
  const pages = useSignal<number | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    pages.value = pagesOf(editing, pdf);
    // The picture asks for it only with the second page
    if (pages.value === undefined)
      rest.get<Info>(`/files/${board.canvas_id}/${pdf.hash}/info`).then(
        (info) => {
          if (!isOver) pages.value = info.pages;
        },
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [pdf.hash]);
  return <span class="bar-page">{editTexts.value.media.pageOf(pdf.index + 1, pages.value)}</span>;
}
