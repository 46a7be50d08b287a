import { useSignal, useSignalEffect } from '@preact/signals';
import { ChevronDown, ChevronUp } from 'lucide';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../../../parts/button.tsx';
import { session } from '../../../session/session.ts';
import { rescueTexts } from '../rescue-texts.ts';
import { isStroke, isText, type SalvageEntry } from './salvage.ts';
import { type SalvageList, salvageOf } from './salvage-list.ts';
import { StrokesCard } from './strokes-card.tsx';
import { TextCard } from './text-card.tsx';
import '../../../parts/island.css';
import './salvage.css';

interface Props {
  /** Id of the person whose things these are. Nobody else sees them. */
  readonly user: number;
}

/** What the browser keeps for a person, until they have taken or discarded everything. */
export function SalvageRegion({ user }: Props) {
  const salvage = salvageOf(user);
  useQuestion(salvage);
  const entries = salvage.list.value;
  if (session.value?.user?.id !== user || entries.length === 0) return null;
  return <Region salvage={salvage} entries={entries} />;
}

/** What earlier pages have left does not cover the canvas before somebody asks for it; what this page takes in is shown. */
const pageBegan = new Date(performance.timeOrigin).toISOString();
const isNew = ({ value }: SalvageEntry): boolean => value.at >= pageBegan;

function Region({ salvage, entries }: { readonly salvage: SalvageList; readonly entries: readonly SalvageEntry[] }) {
  const words = rescueTexts.value.salvage;
  const isOpen = useSignal(false);
  const newest = entries.filter(isNew).length;
  useEffect(() => {
    if (newest > 0) isOpen.value = true;
  }, [newest]);
  const strokes = entries.filter(isStroke);
  const canvases = new Set(strokes.map(({ value }) => value.canvas_id));
  return (
    <section class="glass salvage" aria-label={words.title}>
      <header>
        <p role="status">{words.there(entries.filter(isText).length, strokes.length)}</p>
        <IconButton
          icon={isOpen.value ? ChevronUp : ChevronDown}
          label={isOpen.value ? words.hide : words.show}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        />
      </header>
      {isOpen.value && (
        <ul>
          {entries.filter(isText).map((entry) => (
            <TextCard key={entry.key} entry={entry} salvage={salvage} />
          ))}
          {[...canvases].map((id) => (
            <StrokesCard key={id} entries={strokes.filter(({ value }) => value.canvas_id === id)} salvage={salvage} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The browser asks before it closes a page whose things it does not keep. */
function useQuestion({ list, isWritten }: SalvageList): void {
  useSignalEffect(() => {
    if (isWritten.value || list.value.length === 0) return undefined;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });
}
