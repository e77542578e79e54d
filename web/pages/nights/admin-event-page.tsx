import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-ui/admin-frame.tsx';
import { ListStates } from '../../admin-ui/list-states.tsx';
import { DeskActions } from '../../features/nights/event-desk/desk-actions.tsx';
import { DeskCounts, DeskFacts } from '../../features/nights/event-desk/desk-facts.tsx';
import { DeskSection } from '../../features/nights/event-desk/desk-section.tsx';
import { deskQuery } from '../../features/nights/event-desk/desk.queries.ts';
import { EventPlots } from '../../common/plots/day-plots.tsx';
import { DoorStaff } from '../../features/nights/event-desk/door-staff.tsx';
import { GuestList } from '../../features/nights/event-desk/guest-list.tsx';
import { Organizers } from '../../features/nights/event-desk/organizers.tsx';
import { WaitlistMessages } from '../../features/nights/event-desk/waitlist-messages.tsx';
import { useApi } from '../../use-api.ts';

export function AdminEventPage() {
  const api = useApi();
  const { id } = useParams({ from: '/admin/events/$id' });
  const desk = useQuery(deskQuery(api, id));
  const { data } = desk;
  return (
    <AdminFrame title={data?.event.title ?? 'Event'}>
      <p>
        <Link to="/admin/events">All events</Link>
      </p>
      <ListStates list={desk} count={data ? 1 : 0} empty="">
        {data && (
          <>
            <DeskActions event={data.event} />
            <DeskFacts event={data.event} />
            <DeskSection title="The last 30 days">
              <EventPlots id={id} />
            </DeskSection>
            <DeskSection title="People and tickets">
              <DeskCounts desk={data} />
            </DeskSection>
            <WaitlistMessages desk={data} />
            <GuestList event_id={data.event.id} />
            <DoorStaff event={data.event} />
            <Organizers event_id={data.event.id} />
          </>
        )}
      </ListStates>
    </AdminFrame>
  );
}
