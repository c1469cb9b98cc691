// Pictures are asked for once their addresses are known.
const files = '/api/tickets/:ticketId/files?limit=100';
const roadmap = ['/api/tickets/:ticketId', '/api/tickets/:ticketId/milestones', files];

/**
 * What a signed-in screen reads first, beside the person's own profile, by the id of its route: asked for
 * while its code still loads (`web/public/start.js`). Exactly as the screen asks for it, or it is asked for
 * twice.
 */
export const firstReads: Readonly<Record<string, readonly string[]>> = {
  'tickets/customer-dashboard': ['/api/tickets?view=active&limit=100'],
  'tickets/developer-dashboard': ['/api/tickets?view=assigned&open=true&limit=100'],
  'tickets/available-requests': ['/api/tickets?view=available&limit=100'],
  'customer-plan': roadmap,
  'developer-plan': roadmap,
  'discussions/discussions-page': [
    '/api/tickets/:ticketId',
    '/api/tickets/:ticketId/messages?limit=50',
    '/api/tickets?view=discussions&order=activity&limit=24',
    files,
  ],
  'moderation/moderation-page': [
    '/api/moderation/counts',
    '/api/moderation/reports?status=open&order=oldest',
  ],
};
