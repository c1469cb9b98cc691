import { type ComponentType, createContext } from 'react';

/** What the tab 'Discussion' shows; it comes from a floor above. */
export const TabDiscussionSlot = createContext<ComponentType<{ ticketId: string }> | null>(null);
