import * as v from 'valibot';
import { missingField, PersonFields } from './people.ts';

export const ApplyAsReseller = v.object(PersonFields, missingField);
export type ApplyAsReseller = v.InferOutput<typeof ApplyAsReseller>;
