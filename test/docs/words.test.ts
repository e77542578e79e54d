import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = globSync(['*.{ts,md}', '{docs,drizzle,worker,web,test}/**/*.{ts,tsx,mjs,css,sql,md}']).filter(
  (path) => !path.startsWith('test/docs/words') && !path.endsWith('worker-configuration.d.ts'),
);

interface Banned {
  old: string;
  say: string;
  found: RegExp;
  /** Files where the word has its everyday meaning. */
  except?: RegExp;
}

const BANNED: Banned[] = [
  { old: 'dance', say: 'OAuth flow', found: /\b\w*danc(?:e|es|ing)\b/gi, except: /^web\/pages\/coming-soon-page/ },
  {
    old: 'letter',
    say: 'email or text message',
    found: /\b(?:\w*[a-z]Letters?|letter[A-RT-Z]\w*)\b|\b(?:sen[dt]s?|mails?|receives?) [\w ,']{0,30}\bletters?\b/g,
    except: /^worker\/page\/preview\//,
  },
  {
    old: 'night as a name in code',
    say: 'event',
    found:
      /(?<!\\)\b(?:\w*[a-z]Nights?|nights?[A-Z_]\w*|\w+_nights?)\b|\b(?:const|let) nights?\b|[({] ?nights?[:)]|(?<!['@])\bnights?\.[a-z]/g,
  },
  { old: 'wish', say: 'request', found: /\b(?:\w*[a-z])?[wW]ish(?:es|ed)?\b/g },
  {
    old: 'escrow',
    say: 'held until hand-over, because we have no license for escrow',
    found: /\bescrow\w*/gi,
    except: /-(?:words|mails)\.test\.ts$/,
  },
  { old: 'way in', say: 'identity, sign-in method or entrance', found: /\bways? in\b(?! which)/g },
  { old: 'nobody minds', say: 'what happens', found: /\b(?:nobody|none|no one|not) minds?\b|\bminds the\b/gi },
  { old: 'goes along', say: 'is sent with', found: /\bgo(?:es)? along\b/gi },
  { old: 'that is none', say: 'what the thing is', found: /\b(?:that|which|who|it) (?:is|are) none\b/gi },
  {
    old: 'Who as the subject of a comment',
    say: 'the role, such as the buyer or a visitor',
    found: /(?:\/\/|\*) (?:.*[.:] )?(?:Who|Whoever|Whose|Whatever)\b[^?\n]*$/gm,
  },
  {
    old: 'who or what as the subject of a test',
    say: 'the role or the thing',
    found: /\btest(?:\.each\(.*?\))?\(\s*['"`](?:who|whoever|whose|what|whatever) .*$/gm,
  },
];

test.each(BANNED)('no file has the banned wording: $old (say instead: $say)', ({ found, except }) => {
  const files = FILES.filter((path) => !except?.test(path));
  const lines = files.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(found), ([text]) => `${path}: ${text}`),
  );
  expect(lines).toEqual([]);
});
