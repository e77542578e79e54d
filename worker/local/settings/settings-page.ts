import { experimental_readRawConfig } from 'wrangler';
import { MAILS_OF_A_STUDENT, studentsServed } from '../../http/limits/mail-capacity.ts';
import { SHARES } from '../../http/outbox/lanes.rules.ts';
import { SECRETS } from '../../http/settings/secrets.ts';
import type { Setting } from '../../http/settings/setting.ts';
import { VARIABLES } from '../../http/settings/variables.ts';
import { SECRET_LIVES, type SecretLife } from '../keys/secret-lives.ts';

export const SETTINGS_PAGE = 'docs/operations.md';

const MAILS_PER_DAY = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

export function withSettings(text: string): string {
  const { rawConfig } = experimental_readRawConfig({ config: 'wrangler.toml' });
  const defaults = rawConfig.vars as Record<string, string>;
  const mails = Object.entries(MAILS_OF_A_STUDENT).map(([share, each]) => `${label(share)} ${Math.round(each * 100)}`);
  const tables = {
    secrets: table(
      ['secret', 'what it is', 'must be'],
      Object.entries(SECRETS).map(([name, setting]) => [code(name), setting.says, mustBe(setting)]),
    ),
    rotation: table(
      ['secret', 'made by', '`--rotate`', 'a new value alone'],
      Object.entries<SecretLife>(SECRET_LIVES).map(([name, { from = '`npm run keys`', rotation, replacing }]) => {
        return [code(name), from, rotation?.ends ?? '–', replacing];
      }),
    ),
    variables: table(
      ['variable', 'default', 'meaning', 'must be'],
      Object.entries(VARIABLES).map(([name, setting]) => {
        return [code(name), defaults[name] ? code(defaults[name]) : 'empty', setting.says, mustBe(setting)];
      }),
    ),
    mails: table(
      ['`MAIL_PER_DAY`', ...Object.keys(SHARES).map((share) => label(share)), 'students'],
      MAILS_PER_DAY.map((perDay) => {
        const shares = Object.values(SHARES).map((share) => Math.round((perDay * share) / 100));
        return [perDay, ...shares, studentsServed(perDay)].map((value) => value.toLocaleString('en-US'));
      }),
      `On the busiest day, a hundred students cause this many mails: ${mails.join(', ')}.`,
    ),
  };
  return Object.entries(tables).reduce((page, [name, written]) => withTable(page, { name, written }), text);
}

function withTable(page: string, { name, written }: { name: string; written: string }): string {
  const begin = `<!-- ${name}: written by npm run types -->\n`;
  const [before, after] = page.split(begin);
  if (before === undefined || after === undefined)
    throw new Error(`${SETTINGS_PAGE} lacks the line "${begin.trim()}".`);
  return `${before}${begin}\n${written}\n\n${after.slice(after.indexOf('<!-- end -->'))}`;
}

function table(head: string[], rows: string[][], sentence = ''): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  lines[1] = `|${head.map(() => '---|').join('')}`;
  return [...(sentence ? [sentence, ''] : []), ...lines].join('\n');
}

const code = (text: string): string => `\`${text}\``;
const label = (share: string): string => share.replace('_', '-');

function mustBe({ is, deployed }: Setting): string {
  const kinds = deployed && deployed.what !== is.what ? `${is.what}; deployed: ${deployed.what}` : is.what;
  return is.may_be_empty ? `${kinds}; or empty` : kinds;
}
