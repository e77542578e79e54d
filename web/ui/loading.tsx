import s from './loading.module.css';

export function Loading() {
  return (
    <div className={`wrap ${s.outline}`} data-skeleton>
      <output className="sr">Loading...</output>
      <div className={s.title} />
      <div className={s.block} />
      <div className={s.block} />
    </div>
  );
}
