import { readFileSync, writeFileSync } from 'node:fs';
import { BINDING_TYPES, makeBindingTypes } from './settings/binding-types.ts';
import { withEnvironments } from './settings/environments.ts';

// `npm run types`
writeFileSync('wrangler.toml', withEnvironments(readFileSync('wrangler.toml', 'utf8')));
writeFileSync(BINDING_TYPES, makeBindingTypes());
