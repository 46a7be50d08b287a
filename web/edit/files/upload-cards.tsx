import { CloudOff, X } from 'lucide';
import { useEffect } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { announceUploads } from './announce-uploads.ts';
import type { FileDrag } from './file-drag.ts';
import { fileIcon } from './file-icon.ts';
import type { FileUpload } from './file-uploads.ts';
import { faultWords, lengthWords, shareWords } from './upload-words.ts';
import './upload-cards.css';

interface Props {
  readonly editing: Editing;
  /** Files that are dragged over the page. */
  readonly drag: FileDrag | undefined;
}

/** What stands in the place of a widget while its file is on its way, and where a file will be that is dragged over the canvas. */
export function UploadCards({ editing, drag }: Props) {
  useEffect(() => announceUploads(editing.uploads, editing.outline.speech), [editing]);
  const cards = editing.uploads.list.value.filter(({ isShown }) => !isShown);
  if (cards.length === 0 && !drag) return null;
  return (
    <div class="upload-layer">
      {cards.map((upload) => (
        <UploadCard key={upload.id} upload={upload} editing={editing} />
      ))}
      {drag && (
        <div class="upload-drop" style={{ translate: `calc(${drag.at.x}px - 50%) calc(${drag.at.y}px - 50%)` }}>
          <span>{panelTexts.value.files.dropHere(drag.count)}</span>
        </div>
      )}
    </div>
  );
}

interface CardProps {
  readonly upload: FileUpload;
  readonly editing: Editing;
}

/** The smallest card with words, in pixels of the screen. */
const ROOMY = 110;

function UploadCard({ upload, editing }: CardProps) {
  const { x, y, zoom } = editing.camera.view.value;
  const { box, state, name } = upload;
  const width = box.width * zoom;
  const height = box.height * zoom;
  const style = {
    translate: `${(box.x - x) * zoom}px ${(box.y - y) * zoom}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
  };
  return (
    <section class={`upload-card ${state}`} style={style} aria-label={name}>
      {state === 'failed' ? (
        <Failed upload={upload} editing={editing} />
      ) : (
        <Going upload={upload} editing={editing} isRoomy={Math.min(width, height) >= ROOMY} />
      )}
    </section>
  );
}

function Going({ upload, editing, isRoomy }: CardProps & { readonly isRoomy: boolean }) {
  const { id, name, length, kind, picture, share, state } = upload;
  const words = panelTexts.value.files;
  const part = `${share * 100}%`;
  return (
    <>
      {picture ? <img class="upload-picture" src={picture} alt="" /> : <span class="upload-wash" style={{ inlineSize: part }} />}
      {isRoomy && !picture && (
        <>
          <Icon of={fileIcon(kind)} size={30} />
          <b>{shareWords(upload)}</b>
          <p>{words.nameAndSize(name, lengthWords(length))}</p>
        </>
      )}
      {picture && <span class="upload-word">{state === 'done' ? words.sharpening : shareWords(upload)}</span>}
      <span class="upload-bar" style={{ inlineSize: part }} />
      {state !== 'done' && (
        <IconButton class="upload-cancel" icon={X} label={words.cancel(name)} onClick={() => editing.uploads.remove(id)} />
      )}
    </>
  );
}

function Failed({ upload, editing: { uploads } }: CardProps) {
  const { id, name, fault } = upload;
  const words = panelTexts.value.files;
  return (
    <>
      <Icon of={CloudOff} size={28} />
      <b>{words.notArrived(name)}</b>
      <p>{faultWords(upload)}</p>
      <div class="upload-actions">
        {fault?.is !== 'type' && (
          <Button kind="quiet" onClick={() => uploads.retry(id)}>
            {texts.value.common.retry}
          </Button>
        )}
        <Button kind="quiet" onClick={() => uploads.remove(id)}>
          {words.remove}
        </Button>
      </div>
    </>
  );
}
