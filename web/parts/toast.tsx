import { signal } from '@preact/signals';
import { X } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import { Refusal } from '../../model/refusal-error.ts';
import { texts } from '../texts.ts';
import { Button, IconButton } from './button.tsx';
import { refusalText } from './refusal-text.ts';
import './toast.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFault: boolean;
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

const shown = signal<readonly Toast[]>([]);
let last = 0;
/** Older ones go when there are more. */
const MOST = 3;
/** With something to press it stays until somebody closes it, because some people read slowly. */
const SHOWN_MS = 6_000;

/**
 * Tells a person what happened, at the edge of the page and to screen readers. `action`: what can be done about it. Returns what takes
 * the message away.
 */
export function say(text: string, action?: Toast['action']): () => void {
  const id = ++last;
  show({ id, text, isFault: false, action });
  return () => drop(id);
}

/** Tells that something did not work, in the words of the server where it has some. */
export function sayFault(cause: unknown): void {
  if (!(cause instanceof Refusal)) console.error(cause);
  show({ id: ++last, text: refusalText(cause), isFault: true });
}

function show(toast: Toast): void {
  shown.value = [...shown.value.filter(({ text }) => text !== toast.text), toast].slice(-MOST);
}

const drop = (id: number): void => {
  shown.value = shown.value.filter((one) => one.id !== id);
};

/** Where toasts appear; once in the page. They lie above dialogs, too. Screen readers hear them from a region that is always there. */
export function Toasts() {
  const layer = useRef<HTMLDivElement>(null);
  const toasts = shown.value;
  useLayoutEffect(() => {
    const { current } = layer;
    // The popover is shown anew, because what is shown last lies on top
    if (current!.matches(':popover-open')) current!.hidePopover();
    if (toasts.length > 0) current!.showPopover();
  }, [toasts]);
  return (
    <>
      <p class="unseen" role="status">
        {toasts.at(-1)?.text}
      </p>
      <div ref={layer} popover="manual" class="toasts">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </>
  );
}

function ToastCard({ toast: { id, text, isFault, action } }: { readonly toast: Toast }) {
  const stays = action !== undefined || isFault;
  useEffect(() => {
    if (stays) return undefined;
    const timer = usualClock.after(SHOWN_MS, () => drop(id));
    return () => timer.cancel();
  }, [id, stays]);
  return (
    <div class={isFault ? 'toast fault' : 'toast'}>
      <p>{text}</p>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            drop(id);
            action.run();
          }}
        >
          {action.text}
        </Button>
      )}
      <IconButton icon={X} label={texts.value.common.close} onClick={() => drop(id)} />
    </div>
  );
}
