import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import s from './tabs.module.css';

export function Tabs<T extends string>({
  label,
  names,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  names: readonly T[];
  chosen: T;
  onChoose: (name: T) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onArrow = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const at = (names.indexOf(chosen) + step + names.length) % names.length;
    onChoose(names[at]!);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <>
      <div ref={list} className={s.tabs} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={onArrow}>
        {names.map((name, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${at}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={s.panel} role="tabpanel" aria-labelledby={`${id}-${names.indexOf(chosen)}`}>
        {children}
      </div>
    </>
  );
}
