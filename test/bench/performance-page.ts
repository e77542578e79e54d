import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const PAGE = 'docs/performance.md';
const TITLE = 'All figures';
const COLUMNS = ['What', 'Figure', 'Reference', 'Ratio'];

const BEGINNING = `# Performance

Commands write this page: each writes its own section, and the first table joins the figures of all sections. Compare
ratios only. Both sides of a ratio were measured in the same run, so it says the same on a faster machine.
`;

/**
 * One line of the joined table. `reference` is what the figure is compared with, and `ratio` is the figure divided by
 * it.
 */
export interface Figure {
  what: string;
  figure: string;
  reference?: string;
  ratio?: string;
}

/** What one command writes: its figures first, then `text`, which is Markdown of its own. */
export interface Section {
  title: string;
  /** The command that measures again, such as `npm run bench:chat`. */
  command: string;
  figures: readonly Figure[];
  text?: string;
}

/** The machine, the day and the commit of a measurement, as one line. */
function circumstances(now = new Date()): string {
  const gigabytes = Math.round(totalmem() / 1_073_741_824);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.versions.node}`;
  return `${now.toISOString().slice(0, 10)}, commit ${commit()}, ${machine}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}

/** A Markdown table. A bar in a cell is escaped. */
export function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Writes the section of a command to the page, with the machine, the day and the commit, and joins the figures of all
 * sections again.
 */
export function writeSection(section: Section): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, withSection(page, { section, measured: circumstances() }));
  console.info(`Written to ${PAGE}, section "${section.title}"`);
}

/** The page with this section in place of an earlier one of the same title. Other sections stay, sorted by title. */
export function withSection(page: string, { section, measured }: { section: Section; measured: string }): string {
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((text): [string, string] => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n')).trim()]),
  );
  sections.delete(TITLE);
  sections.set(section.title, bodyOf(section, measured));
  const sorted = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const joined = table(
    COLUMNS,
    sorted.flatMap(([, body]) => figuresOf(body)),
  );
  const parts = [[TITLE, joined], ...sorted].map(([title, body]) => `## ${title}\n\n${body}\n`);
  return [BEGINNING, ...parts].join('\n');
}

function bodyOf({ command, figures, text }: Section, measured: string): string {
  const rows = figures.map(({ what, figure, reference = '', ratio = '' }) => [what, figure, reference, ratio]);
  return [`Written by \`${command}\`: ${measured}.`, table(COLUMNS, rows), ...(text ? [text.trim()] : [])].join('\n\n');
}

/** The rows of the table of figures in a section. */
function figuresOf(body: string): string[][] {
  const head = `| ${COLUMNS.join(' | ')} |\n`;
  const at = body.indexOf(head);
  if (at < 0) return [];
  const [rows = ''] = body.slice(at + head.length).split('\n\n');
  return rows
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll(String.raw`\|`, '|')),
    );
}
