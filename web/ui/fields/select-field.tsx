import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame.tsx';

export function SelectField({ label, error, ...select }: ComponentProps<'select'> & { label: string; error?: string }) {
  return (
    <FieldFrame label={label} error={error}>
      {(linked) => <select {...linked} {...select} />}
    </FieldFrame>
  );
}
