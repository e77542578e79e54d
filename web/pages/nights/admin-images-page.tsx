import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { useFilters } from '../../admin-ui/use-filters.ts';
import { EventImages, VenueImages } from '../../features/nights/images/image-lists.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const TABS = ['Events', 'Venues'] as const;

export function AdminImagesPage() {
  const [{ tab }, change] = useFilters(['tab']);
  const chosen = tab === 'Venues' ? 'Venues' : 'Events';
  return (
    <AdminFrame title="Images">
      <Tabs label="Images of" names={TABS} chosen={chosen} onChoose={(name) => change({ tab: name })}>
        {chosen === 'Events' ? <EventImages /> : <VenueImages />}
      </Tabs>
    </AdminFrame>
  );
}
