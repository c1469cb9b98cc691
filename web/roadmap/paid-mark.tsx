import { Badge } from '../ui/badge.tsx';

export function PaidMark({ paid }: { paid: boolean }) {
  return <Badge tone={paid ? 'go' : 'wait'}>{paid ? 'Yes' : 'No'}</Badge>;
}
