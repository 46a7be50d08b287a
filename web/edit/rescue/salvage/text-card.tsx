import { useRef } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { say } from '../../../parts/toast.tsx';
import { rescueTexts } from '../rescue-texts.ts';
import { discard } from './discard.ts';
import type { TextEntry } from './salvage.ts';
import type { SalvageList } from './salvage-list.ts';
import { salvageTarget } from './salvage-target.ts';

interface Props {
  readonly entry: TextEntry;
  readonly salvage: SalvageList;
}

export function TextCard({ entry, salvage }: Props) {
  const words = rescueTexts.value.salvage;
  const { text, why, canvas_name } = entry.value;
  const area = useRef<HTMLTextAreaElement>(null);
  const target = salvageTarget.value;
  const put = (): void => {
    target!.putText(entry);
    salvage.remove([entry]);
  };
  // The clipboard of scripts needs HTTPS, which servers in a house may not have
  const copy = (): void => {
    area.current!.select();
    if (document.execCommand('copy')) say(words.copied);
  };
  return (
    <li class="salvage-card">
      <p>{why === 'gone' ? words.textGone : words.textRefused}</p>
      <small dir="auto">{canvas_name}</small>
      <textarea
        ref={area}
        readOnly
        aria-label={words.yourText}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="salvage-choices">
        {target?.takes(entry) && (
          <Button kind="primary" onClick={put}>
            {words.putInNote}
          </Button>
        )}
        <Button onClick={copy}>{words.copy}</Button>
        <Button kind="quiet" onClick={() => discard(salvage, [entry])}>
          {words.discard}
        </Button>
      </div>
    </li>
  );
}
