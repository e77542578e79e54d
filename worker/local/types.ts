import { writeFileSync } from 'node:fs';
import { BINDING_TYPES, makeBindingTypes } from './binding-types.ts';

// `npm run types`
writeFileSync(BINDING_TYPES, makeBindingTypes());
