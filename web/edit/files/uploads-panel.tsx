import { Check, RefreshCw, X } from 'lucide';
import { SidePanel } from '../../outline/side-panel.tsx';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import { fileIcon } from './file-icon.ts';
import type { FileUpload, FileUploads } from './file-uploads.ts';
import { faultWords, shareWords } from './upload-words.ts';
import './uploads-panel.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** All files that this page has put on the canvas, or is putting there. */
export function UploadsPanel({ editing: { uploads }, onClose }: Props) {
  const words = panelTexts.value.files;
  const list = uploads.list.value;
  const done = list.filter(({ state }) => state === 'done').length;
  return (
    <SidePanel
      title={editTexts.value.panels.uploads}
      note={list.length > 0 ? words.doneOf(done, list.length) : ''}
      fits
      takesFocus
      class="uploads-panel"
      onClose={onClose}
    >
      {list.length === 0 ? (
        <p class="side-empty">{words.none}</p>
      ) : (
        <ul class="upload-rows">
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      <footer>
        <p class="field-hint">{words.goOn}</p>
      </footer>
    </SidePanel>
  );
}

interface RowProps {
  readonly upload: FileUpload;
  readonly uploads: FileUploads;
}

const UploadRow = ({ upload, uploads }: RowProps) => (
  <li class={`upload-row ${upload.state}`}>
    <span>
      <Icon of={fileIcon(upload.kind)} size={20} />
    </span>
    <div>
      <p>
        <b dir="auto">{upload.name}</b>
        <small>{upload.state === 'failed' ? faultWords(upload) : shareWords(upload)}</small>
      </p>
      <progress aria-label={upload.name} value={upload.share} max={1} />
    </div>
    <RowAction upload={upload} uploads={uploads} />
  </li>
);

function RowAction({ upload: { id, name, state, fault }, uploads }: RowProps) {
  const words = panelTexts.value.files;
  if (state === 'done') return <Icon of={Check} size={17} />;
  if (state !== 'failed') return <IconButton icon={X} label={words.cancel(name)} onClick={() => uploads.remove(id)} />;
  return (
    <div>
      {fault?.is !== 'type' && (
        <IconButton icon={RefreshCw} label={`${texts.value.common.retry}: ${name}`} onClick={() => uploads.retry(id)} />
      )}
      <IconButton icon={X} label={words.removeOf(name)} onClick={() => uploads.remove(id)} />
    </div>
  );
}
