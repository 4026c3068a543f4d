// Markdown as elements. Markup in it is text, images of strangers are links, and only web and mail addresses become links.
import { lexer, type Token, type Tokens } from 'marked';
import type { ComponentChild, JSX } from 'preact';
import { Code } from './code.tsx';
import { shortLines } from './lines.ts';
import { marked as shown } from './marks.ts';

/** Beyond this a text is shown as it was written: its meaning isn't worth the time. */
const MOST = 64 * 1024;
const DEEPEST = 12;

export function Markdown({ text }: { text: string }): JSX.Element {
  if (text.length > MOST) return <pre class="prose">{shown(shortLines(text))}</pre>;
  return <div class="prose">{blocks(lexer(shortLines(text), { gfm: true }), 0)}</div>;
}

/** The address, if a link may lead there. */
export function safe(address: string): string | null {
  try {
    const url = new URL(address);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function link(address: string, content: ComponentChild): ComponentChild {
  const href = safe(address);
  if (!href) return content;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

function blocks(tokens: Token[], depth: number): ComponentChild[] {
  return tokens.map((token, i) => <Block key={i} token={token} depth={depth} />);
}

function Block({ token, depth }: { token: Token; depth: number }): ComponentChild {
  if (depth > DEEPEST) return shown(token.raw);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      // One heading of the first rank stands on the page already.
      const Rank = `h${Math.min(6, (token as Tokens.Heading).depth + 2)}` as 'h3';
      return <Rank>{inline(token.tokens, depth)}</Rank>;
    }
    case 'paragraph':
      return <p>{inline(token.tokens, depth)}</p>;
    case 'code':
      return (
        <pre class="code" tabIndex={0}>
          <Code text={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], depth + 1)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'list':
      return <List list={token as Tokens.List} depth={depth} />;
    case 'table':
      return <Table table={token as Tokens.Table} depth={depth} />;
    case 'text':
      return token.tokens ? <>{inline(token.tokens, depth)}</> : shown((token as Tokens.Text).text);
    default:
      return <p>{shown(token.raw)}</p>;
  }
}

function List({ list, depth }: { list: Tokens.List; depth: number }): JSX.Element {
  const items = list.items.map((item, i) => (
    <li key={i} class={item.task ? 'task' : undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      {blocks(
        item.tokens.filter(token => token.type !== 'checkbox'),
        depth + 1,
      )}
    </li>
  ));
  return list.ordered ? <ol start={list.start === '' ? undefined : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }): JSX.Element {
  const cells = (row: Tokens.TableCell[], Cell: 'td' | 'th') =>
    row.map((cell, i) => <Cell key={i}>{inline(cell.tokens, depth + 1)}</Cell>);
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            <tr key={i}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: Token[] | undefined, depth: number): ComponentChild[] {
  return (tokens ?? []).map((token, i) => <Inline key={i} token={token} depth={depth + 1} />);
}

function Inline({ token, depth }: { token: Token; depth: number }): ComponentChild {
  if (depth > DEEPEST) return shown(token.raw);
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, depth)}</em>;
    case 'del':
      return <del>{inline(token.tokens, depth)}</del>;
    case 'codespan':
      return <code>{shown((token as Tokens.Codespan).text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link((token as Tokens.Link).href, inline(token.tokens, depth));
    case 'image':
      // Loading it would tell its host who reads this, and whatever the address carries.
      return link(
        (token as Tokens.Image).href,
        `image: ${shown((token as Tokens.Image).text || (token as Tokens.Image).href)}`,
      );
    case 'escape':
      return shown((token as Tokens.Escape).text);
    case 'text':
      return token.tokens ? <>{inline(token.tokens, depth)}</> : shown(entities((token as Tokens.Text).text));
    default:
      return shown(token.raw);
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The lexer leaves these to whoever writes markup. */
function entities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => NAMED[name] ?? '');
}
