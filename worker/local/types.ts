import { readFileSync, writeFileSync } from 'node:fs';
import { BINDING_TYPES, makeBindingTypes } from './settings/binding-types.ts';
import { withEnvironments } from './settings/environments.ts';
import { SETTINGS_PAGE, withSettings } from './settings/settings-page.ts';

// `npm run types`
writeFileSync('wrangler.toml', withEnvironments(readFileSync('wrangler.toml', 'utf8')));
writeFileSync(BINDING_TYPES, makeBindingTypes());
writeFileSync(SETTINGS_PAGE, withSettings(readFileSync(SETTINGS_PAGE, 'utf8')));
