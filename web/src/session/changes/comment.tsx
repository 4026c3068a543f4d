// One remark on lines: to be written, or as it was written.
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../../parts/status.tsx';
import { marked } from '../../text/marks.ts';
import type { Comment, Comments } from './comments.ts';
import { wordsOf } from './lines.ts';

const LONGEST = 20_000;

interface Properties {
  comment: Comment;
  comments: Comments;
  /** Have it be on a line more. */
  above?: () => void;
  below?: () => void;
}

export function Remark({ comment, comments, above, below }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const open = comments.open.value === comment.id;
  return (
    <div ref={place} class="remark">
      {open ? (
        <Form
          comment={comment}
          comments={comments}
          above={above}
          below={below}
          close={() => {
            const line = place.current?.previousElementSibling?.querySelector<HTMLElement>('button');
            comments.close();
            line?.focus();
          }}
        />
      ) : (
        <>
          <p>{marked(comment.text.value)}</p>
          <Actions comment={comment} comments={comments} />
        </>
      )}
    </div>
  );
}

function Form({ comment, comments, above, below, close }: Properties & { close: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const end = comment.text.peek().length;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  const id = `comment-${comment.id}`;
  return (
    <>
      <label for={id}>Comment on {wordsOf(comment.where)}</label>{' '}
      {above && (
        <button type="button" class="quiet" onClick={above}>
          + line above
        </button>
      )}
      {below && (
        <button type="button" class="quiet" onClick={below}>
          + line below
        </button>
      )}
      <textarea
        id={id}
        ref={field}
        rows={2}
        maxLength={LONGEST}
        value={comment.text.value}
        placeholder="For the agent; kept in this browser until you send it"
        onInput={event => comments.write(comment, event.currentTarget.value)}
        onKeyDown={event => {
          const done = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
          if (event.key !== 'Escape' && !done) return;
          event.preventDefault();
          close();
        }}
      />
      <p class="actions">
        <button type="button" class="second" onClick={close}>
          {comment.text.value.trim() ? 'Done' : 'Cancel'}
        </button>
      </p>
    </>
  );
}

export function Actions({ comment, comments, fixed }: { comment: Comment; comments: Comments; fixed?: boolean }) {
  const about = wordsOf(comment.where);
  return (
    <p class="actions">
      <span class="hint">not sent yet</span>
      {!fixed && (
        <button
          type="button"
          class="quiet"
          aria-label={`Edit the comment on ${about}`}
          onClick={() => comments.edit(comment)}
        >
          Edit
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Remove the comment on ${about}`}
        onClick={() => {
          comments.remove(comment);
          say('Comment removed', () => comments.putBack(comment));
        }}
      >
        Remove
      </button>
    </p>
  );
}
