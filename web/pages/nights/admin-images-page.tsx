import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { MANAGERS } from '../../admin-ui/admin-pages.ts';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { RequireRole } from '../../session/gates.tsx';
import { EventImages, VenueImages } from '../../features/nights/images/image-lists.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const TABS = ['Events', 'Venues'] as const;

/** Posters of events and pictures of venues. */
export function AdminImagesPage() {
  return (
    <RequireRole roles={MANAGERS} signedOutTo="/login">
      <AdminFrame title="Images">
        <ImageTabs />
      </AdminFrame>
    </RequireRole>
  );
}

function ImageTabs() {
  const [{ tab }, change] = useFilters(['tab']);
  const chosen = tab === 'Venues' ? 'Venues' : 'Events';
  return (
    <Tabs label="Images of" names={TABS} chosen={chosen} onChoose={(name) => change({ tab: name })}>
      {chosen === 'Events' ? <EventImages /> : <VenueImages />}
    </Tabs>
  );
}
