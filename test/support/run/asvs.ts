import { readFileSync } from 'node:fs';

/**
 * The chapters of ASVS 5.0.0 with their sections, separated by spaces. Each digit is the level of one requirement. For
 * example, the second section of V3 is `113`, so V3.2.1 and V3.2.2 have level 1, and V3.2.3 has level 3.
 */
const CHAPTERS: readonly [chapter: string, sections: string][] = [
  ['V1', '22 1111122223 112222222223 222 123'],
  ['V2', '122 112 12223 23'],
  ['V3', '3 113 12223 11222233 11122333 3 22333'],
  ['V4', '12233 23333 22 1222'],
  ['V5', '2 112333 113 222'],
  ['V6', '122 111111112222 11223333 112233 22222333 2223 33 2222'],
  ['V7', '222 1111 22 11222 223 22'],
  ['V8', '1233 1123 133 23'],
  ['V9', '111 1222'],
  ['V10', '22 223 22223 1111122222233333 22222 22 222'],
  ['V11', '2233 22233 11233 1222 23 23 33'],
  ['V12', '12233 11 22223'],
  ['V13', '2333 222223 2233 1222233'],
  ['V14', '22 12223333 122'],
  ['V15', '12233 12233 1222222 3333'],
  ['V16', '2 22222 2222 222 2223'],
  ['V17', '23 22223333 22'],
];

export const requirementsOf = (level: 1 | 2 | 3): string[] =>
  CHAPTERS.flatMap(([chapter, sections]) =>
    sections
      .split(' ')
      .flatMap((levels, section) =>
        Array.from(levels, (each, at) => (each === String(level) ? `${chapter}.${section + 1}.${at + 1}` : '')).filter(
          Boolean,
        ),
      ),
  );

export interface NamedTest {
  file: string;
  title: string;
}

/** A row of `docs/asvs.md`: a requirement with the tests that show that it is met, or with a reason in their place. */
export interface Requirement {
  id: string;
  level: string;
  asks: string;
  tests: NamedTest[];
  /** Begins with `Not met` if the requirement is not met. Empty if tests show that it is met. */
  reason: string;
}

export function readRequirements(): Requirement[] {
  return readFileSync('docs/asvs.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => {
      const [id = '', level = '', asks = '', shown = ''] = line
        .split(' | ')
        .map((cell) => cell.replace(/^\| | \|$/g, '').trim());
      const parts = shown.split('<br>').map((part) => /^`([\w/.-]+\.(?:test|spec)\.tsx?)`: (.+)$/.exec(part));
      const tests = parts.flatMap((part) => (part ? [{ file: part[1]!, title: part[2]! }] : []));
      return { id, level, asks, tests, reason: tests.length === parts.length ? '' : shown };
    });
}

export function hasTest({ file, title }: NamedTest): boolean {
  const source = readFileSync(file, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted));
}

/** Returns whether a title in a report belongs to the test. Placeholders in the test's title match any text. */
export function isTitleOf(reported: string, { title }: NamedTest): boolean {
  const pattern = title
    .split(/%[sijdo]|\$\{[^}]+\}|\$\w+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^]*');
  return new RegExp(`^${pattern}$`).test(reported);
}
