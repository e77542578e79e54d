import * as v from 'valibot';
import { RULES, sameSecrets } from './between.ts';
import { schemaOf } from './kind.ts';
import { type Name, NAMES, probablyMeant, SETTINGS } from './names.ts';
import { isLocalRun } from './place.ts';
import type { Setting } from './setting.ts';

/** Only the names that are present are checked. */
export type Values = Readonly<Record<string, string | undefined>>;

export const settingsSchema = (isLocal: boolean) =>
  v.objectAsync(
    Object.fromEntries(
      NAMES.map((name) => {
        const { is, deployed = is }: Setting = SETTINGS[name];
        return [name, schemaOf(isLocal ? is : deployed)];
      }),
    ),
  );

/** Returns problems as sentences. Each starts with the setting's name, says what to change, and shows no value. */
export async function settingsProblems(values: Values, host: string): Promise<string[]> {
  const isLocal = isLocalRun(values['SITE_URL'], host);
  const known = NAMES.filter((name) => values[name] !== undefined);
  const own = Object.fromEntries(known.map((name) => [name, values[name]!])) as Record<Name, string>;
  const { issues = [] } = await v.safeParseAsync(v.partialAsync(settingsSchema(isLocal)), own);
  const broken = new Set(issues.map((issue) => v.getDotPath(issue)));
  const isSound = (name: Name) => own[name] !== undefined && !broken.has(name);
  return [
    ...misspelled(values),
    ...issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
    ...RULES.flatMap(({ of, problems }) => (of.every(isSound) ? problems(own, { isLocal }) : [])),
    ...sameSecrets(own)
      .filter(({ names }) => names.every(isSound))
      .map(({ sentence }) => sentence),
  ];
}

/** Reports misspelled names. Otherwise, a misspelled setting would silently keep its default or stay empty. */
function misspelled(values: Values): string[] {
  return Object.keys(values).flatMap((name) => {
    const meant = probablyMeant(name);
    return meant ? [`${name} is not a setting. It probably means ${meant}: rename it.`] : [];
  });
}
