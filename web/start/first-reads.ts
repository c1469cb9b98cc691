/**
 * What a signed-in screen reads first, beside the person's own profile: asked for while its code still
 * loads (`web/public/start.js`). Exactly as the screen asks for it, or it is asked for twice.
 */
export const firstReads: Readonly<Record<string, readonly string[]>> = {
  '/dashboard/customer': ['/api/tickets?view=active&limit=100'],
  '/dashboard/developer': ['/api/tickets?view=assigned&open=true&limit=100'],
  '/dashboard/developer/available': ['/api/tickets?view=available&limit=100'],
  '/dashboard/customer/plan/:ticketId': [
    '/api/tickets/:ticketId',
    '/api/tickets/:ticketId/milestones',
  ],
  '/dashboard/developer/plan/:ticketId': [
    '/api/tickets/:ticketId',
    '/api/tickets/:ticketId/milestones',
  ],
  '/discussions/:ticketId?': [
    '/api/tickets/:ticketId',
    '/api/tickets/:ticketId/messages?limit=50',
    '/api/tickets?view=discussions&order=activity&limit=24',
  ],
  '/moderation': ['/api/moderation/counts', '/api/moderation/reports?status=open&order=oldest'],
};
