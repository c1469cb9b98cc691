/** What an applicant is best at. Source: specification 9, "Waitlist specialties". */
export const SPECIALTIES = ['javascript', 'python', 'aiml', 'fullstack'] as const;
export type Specialty = (typeof SPECIALTIES)[number];

export const specialtyLabels: Record<Specialty, string> = {
  javascript: 'JavaScript',
  python: 'Python',
  aiml: 'AI / ML',
  fullstack: 'Full Stack',
};
