import { Link } from '@tanstack/react-router';
import type { OnSaleFilters } from './on-sale.queries.ts';
import '../../../common/stub.css';

export function NoneOnSale({
  filters,
  onChange,
}: {
  filters: Partial<OnSaleFilters>;
  onChange: (change: Partial<OnSaleFilters>) => void;
}) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="empty">
      <p>{isFiltered ? 'No tickets match these filters right now.' : 'No tickets are on sale right now.'}</p>
      <p>
        Pick a night and join its waitlist. Organizers let people in from there. Tickets that students sell show up
        here.
      </p>
      <p className="row">
        {isFiltered && (
          <button
            type="button"
            className="button primary"
            onClick={() => onChange({ when: '', city: '', under: '', pair: '' })}
          >
            Clear the filters
          </button>
        )}
        <Link to="/events" className={isFiltered ? 'button' : 'button primary'}>
          Find a night
        </Link>
      </p>
    </div>
  );
}
