import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('shell/public-layout.tsx', [
    index('site/home-page.tsx'),
    route('learn-more', 'site/learn-more-page.tsx'),
    route('pricing', 'site/pricing-page.tsx'),
    route('faq', 'site/faq-page.tsx'),
    route('become-unblocker', 'site/become-unblocker-page.tsx'),
    route('privacy-policy', 'site/privacy-policy-page.tsx'),
    route('terms-and-conditions', 'site/terms-page.tsx'),
    route('reset-password', 'account/reset-password-page.tsx'),
    route('verification-pending', 'account/verification-pending-page.tsx'),
    route('auth/callback', 'account/auth-callback-page.tsx'),
    layout('shell/queries-layout.tsx', [route('join/:token', 'account/join-page.tsx')]),
  ]),
  layout('shell/signed-in-layout.tsx', [
    route('dashboard', 'account/dashboard-landing-page.tsx'),
    layout('shell/customer-only-layout.tsx', [
      route('dashboard/customer', 'requests/customer-dashboard.tsx'),
      route('dashboard/customer/profile', 'account/my-account-page.tsx', {
        id: 'customer-profile',
      }),
      route('dashboard/customer/receipt/:billingRecordId', 'receipts/receipt-page.tsx'),
    ]),
    layout('shell/customer-side-layout.tsx', [
      route('dashboard/customer/plan/:ticketId', 'roadmap/roadmap-page.tsx', {
        id: 'customer-plan',
      }),
    ]),
    layout('shell/developer-only-layout.tsx', [
      route('dashboard/developer', 'requests/developer-dashboard.tsx'),
      route('dashboard/developer/available', 'requests/available-requests.tsx'),
      route('dashboard/developer/earnings', 'earnings/earnings-page.tsx'),
      route('dashboard/developer/profile', 'account/my-account-page.tsx', {
        id: 'developer-profile',
      }),
      route('dashboard/developer/plan/:ticketId', 'roadmap/roadmap-page.tsx', {
        id: 'developer-plan',
      }),
    ]),
    layout('moderation/moderator-only-layout.tsx', [
      route('moderation', 'moderation/moderation-page.tsx'),
      route('moderation/statistics', 'moderation/statistics/statistics-page.tsx'),
      route('moderation/mails', 'moderation/mails/failed-mails-page.tsx'),
      route('moderation/requests/:ticketId', 'moderation/request-page.tsx'),
      route('moderation/profile', 'account/my-account-page.tsx', { id: 'moderator-profile' }),
    ]),
    route('paidSuccessful/:billingRecordId', 'roadmap/payment-success.tsx'),
    route('discussions/:ticketId?', 'discussions/discussions-page.tsx'),
    route('decisions/:decisionId', 'decisions/decision-page.tsx'),
    route('help', 'site/help-page.tsx'),
  ]),
  route('*', 'shell/unknown-page.tsx'),
] satisfies RouteConfig;
