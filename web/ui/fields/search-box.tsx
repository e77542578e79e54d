import { useEffect, useState } from 'react';
import { Field } from './field.tsx';

/** The wait after the last key before a search starts, in ms. */
const PAUSE_MS = 250;

export function SearchBox({
  label,
  value,
  placeholder,
  onSearch,
}: {
  label: string;
  value: string;
  placeholder?: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <Field
      label={label}
      type="search"
      value={text}
      placeholder={placeholder}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
