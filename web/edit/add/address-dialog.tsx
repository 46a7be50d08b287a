import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { AddForm } from './add-form.tsx';
import { putWidget } from './put-widget.ts';

interface Props {
  readonly of: 'remote-desktop' | 'ip-video';
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** Asks where a remote desktop or a video stream is. */
export function AddressDialog({ of, editing, onClose }: Props) {
  const words = panelTexts.value.add;
  const asked = of === 'ip-video' ? words.ipVideoAsked : words.remoteDesktopAsked;
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus(), []);
  const send = (): void => {
    const where = address.trim();
    onClose();
    if (of === 'ip-video') putWidget(editing, 'IpVideo', 16 / 9, { source: where, title: title.trim() });
    else putWidget(editing, 'RdpConnection', 16 / 9, { connection_name: where, title: title.trim() });
  };
  return (
    <AddForm title={asked.title} done={words.put} isReady={address.trim() !== ''} send={send} onClose={onClose}>
      <Field
        label={asked.address}
        hint={asked.hint}
        value={address}
        inputRef={input}
        placeholder={asked.example}
        autoComplete="off"
        spellcheck={false}
        dir="ltr"
        onInput={(event) => setAddress(event.currentTarget.value)}
      />
      <Field label={words.name} value={title} autoComplete="off" onInput={(event) => setTitle(event.currentTarget.value)} />
    </AddForm>
  );
}
