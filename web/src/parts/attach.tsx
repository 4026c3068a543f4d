// Files that a person brings along: chosen, dropped or pasted, with how far each is.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { marked } from '../text/marks.ts';
import { bytes } from '../text/time.tsx';
import { type Upload, Uploads } from './uploads.ts';

/** Of one place to write; what was not sent is let go with it. */
export function useUploads(org: string): Uploads {
  const uploads = useMemo(() => new Uploads(org), [org]);
  useEffect(() => () => uploads.clear(), [uploads]);
  return uploads;
}

/** What a field does with files that are dropped on it or pasted into it; texts stay the field's own. */
export function taking(uploads: Uploads) {
  const take = (event: Event, data: DataTransfer | null) => {
    if (!data || data.files.length === 0) return;
    event.preventDefault();
    uploads.add(data.files);
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    },
  };
}

export function AttachButton({ uploads, id }: { uploads: Uploads; id: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        id={id}
        class="unseen"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files"
        onChange={event => {
          uploads.add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="second" title="Files; also pasted or dropped" onClick={() => field.current?.click()}>
        Attach
      </button>
    </>
  );
}

export function Attached({ uploads }: { uploads: Uploads }) {
  const all = uploads.all.value;
  if (all.length === 0) return null;
  return (
    <ul class="attached" aria-label="Attached files">
      {all.map(upload => (
        <One key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function One({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const problem = upload.problem.value;
  const done = upload.done.value;
  const { name, file } = upload;
  return (
    <li class={problem ? 'bad' : ''}>
      {done && file && <Preview file={file} />}
      <span class="name">{marked(name)}</span> <span class="figure">{bytes(upload.size)}</span>
      {!done && !problem && (
        <progress max={1} value={upload.part.value} aria-label={`Upload of ${name}`}>
          {Math.round(upload.part.value * 100)} %
        </progress>
      )}
      {problem && (
        <>
          <span role="alert">{problem.message}</span>
          <button type="button" class="quiet" onClick={() => uploads.retry(upload)}>
            Retry
          </button>
        </>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`${done || problem ? 'Remove' : 'Cancel'} ${name}`}
        onClick={() => uploads.drop(upload)}
      >
        ×
      </button>
    </li>
  );
}

/** An image as it was chosen; nothing is fetched for it. */
function Preview({ file }: { file: File }) {
  const url = useMemo(
    () => (/^image\/(png|jpeg|gif|webp)$/.test(file.type) ? URL.createObjectURL(file) : null),
    [file],
  );
  useEffect(() => () => url !== null && URL.revokeObjectURL(url), [url]);
  return url ? <img src={url} alt="" /> : null;
}
