// The platform's dialog: it keeps the keys to itself and gives them back.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Properties {
  title: string;
  open: boolean;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, open, close, children }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useRef(false);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) {
      closing.current = true;
      dialog.current.close();
    }
  }, [open]);
  // It is told late of what the page itself has closed: by then it may be wanted again.
  const closed = () => {
    if (closing.current) closing.current = false;
    else close();
  };
  return (
    <dialog ref={dialog} onClose={closed} aria-labelledby="dialog-title">
      {open && (
        <>
          <header>
            <h2 id="dialog-title">{title}</h2>
            <button type="button" class="quiet" aria-label="Close" onClick={close}>
              ×
            </button>
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}
