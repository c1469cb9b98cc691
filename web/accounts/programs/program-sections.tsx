import { AccessTokensSection } from './access-tokens-section.tsx';
import { ConnectedProgramsSection } from './connected-programs-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** What programs may do for their person, and hear. */
export function ProgramSections() {
  return (
    <>
      <ConnectedProgramsSection />
      <AccessTokensSection />
      <WebhooksSection />
    </>
  );
}
