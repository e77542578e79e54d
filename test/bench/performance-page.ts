import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { commit } from '../../worker/local/settings/build-id.ts';

const PAGE = 'docs/performance.md';
const TITLE = 'All figures';
const COLUMNS = ['Section', 'What', 'Figure', 'Reference', 'Ratio'];

const BEGINNING = `# Performance

Commands write this page. Each command writes a section of its own, and its rows in the first table. Compare ratios
only. Both sides of a measured ratio come from the same run, so it is about the same on a faster machine.
`;

/** One line of the table of all figures. `ratio` is the figure divided by its `reference`. */
export interface Figure {
  what: string;
  figure: string;
  reference?: string;
  ratio?: string;
}

/** `text` is the Markdown of the section. */
export interface Section {
  title: string;
  /** The command that measures again, such as `npm run bench:chat`. */
  command: string;
  figures: readonly Figure[];
  text?: string;
}

function circumstances(now = new Date()): string {
  const gigabytes = Math.round(totalmem() / 1_073_741_824);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.versions.node}`;
  return `${now.toISOString().slice(0, 10)}, commit ${commit() ?? 'unknown'}, ${machine}`;
}

export function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Writes the figures and the section of a command to the page, with the machine, the day and the commit. */
export function writeSection(section: Section): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, withSection(page, { section, measured: circumstances() }));
  console.info(`Written to ${PAGE}, section "${section.title}"`);
}

/** Adds a section to the page, or replaces the section with the same title. Sorts the sections by title. */
export function withSection(page: string, { section, measured }: { section: Section; measured: string }): string {
  const { title, command, text = '' } = section;
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((part): [string, string] => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n')).trim()]),
  );
  const kept = rowsOf(sections.get(TITLE) ?? '').filter(([of]) => of !== title);
  sections.delete(TITLE);
  sections.set(title, `Written by \`${command}\`: ${measured}.\n\n${text}`.trim());
  const byTitle = (a: readonly string[], b: readonly string[]) => (a[0]! < b[0]! ? -1 : Number(a[0]! > b[0]!));
  const rows = section.figures.map(({ what, figure, reference, ratio }) => {
    return [title, what, figure, reference ?? '', ratio ?? ''];
  });
  const all = table(COLUMNS, [...kept, ...rows].toSorted(byTitle));
  const parts = [[TITLE, all], ...[...sections].toSorted(byTitle)].map(([name, body]) => `## ${name}\n\n${body}\n`);
  return [BEGINNING, ...parts].join('\n');
}

function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll(String.raw`\|`, '|')),
    );
}
