// A patch of git, by file.

export interface PatchFile {
  path: string;
  additions: number;
  deletions: number;
  /** From the first hunk on. Null: not read yet. */
  lines: string[] | null;
  generated?: boolean;
  /** Where it was, of one that was renamed. */
  before?: string;
}

/** How a patch of several repositories names a file of one. */
export const pathIn = (repo: string, path: string) => (repo === '.' || repo.startsWith('/') ? path : `${repo}/${path}`);

type Read = PatchFile & { lines: string[] };

export function filesOf(patch: string): Read[] {
  const files: Read[] = [];
  let file: Read | null = null;
  let inHunk = false;
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) {
      file = { path: named(line), additions: 0, deletions: 0, lines: [] };
      files.push(file);
      inHunk = false;
    } else if (file && line.startsWith('@@')) {
      inHunk = true;
      file.lines.push(line);
    } else if (file && inHunk) {
      if (line.startsWith('+')) file.additions++;
      if (line.startsWith('-')) file.deletions++;
      file.lines.push(line);
    } else if (file) {
      file.path = line.match(/^(?:\+\+\+ "?b\/|rename to "?)(.*?)"?\t?$/)?.[1] ?? file.path;
      if (/^(Binary files|rename |new file|deleted file)/.test(line)) file.lines.push(line);
    }
  }
  return files;
}

/** The name after the change, unless a later line says it better: here both names stand with only a space between. */
const named = (line: string) => line.match(/ "?b\/(.*?)"?$/)?.[1] ?? line.slice('diff --git '.length);
