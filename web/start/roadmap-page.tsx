import { onDemand } from '../shell/on-demand.tsx';
import { TabDiscussionSlot } from '../tickets/roadmap/discussion-slot.ts';
import RoadmapPage, { meta } from '../tickets/roadmap/roadmap-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

export { meta };

const TabDiscussion = onDemand(
  async () => (await import('../discussions/tab-discussion.tsx')).TabDiscussion,
  { meanwhile: () => <SkeletonText lines={6} /> },
);

/** The roadmap, with the thread of its request: discussions know requests, and not the other way round. */
export default function RoadmapWithDiscussionPage() {
  return (
    <TabDiscussionSlot value={TabDiscussion}>
      <RoadmapPage />
    </TabDiscussionSlot>
  );
}
