// Apart from the schemas, which bring Zod: public pages name the tools.

export const AI_TOOLS = [
  'CHAT_GPT',
  'CLAUDE',
  'REPLIT',
  'CURSOR',
  'BOLT.NEW',
  'LOVABLE',
  'CLINE',
  'COPILOT',
  'WINDSURF',
  'VO',
  'OTHER',
] as const;
export type AiTool = (typeof AI_TOOLS)[number];

export const aiToolLabels: Record<AiTool, string> = {
  CHAT_GPT: 'ChatGPT',
  CLAUDE: 'Claude',
  REPLIT: 'Replit',
  CURSOR: 'Cursor',
  'BOLT.NEW': 'Bolt.new',
  LOVABLE: 'Lovable',
  CLINE: 'Cline',
  COPILOT: 'Copilot',
  WINDSURF: 'Windsurf',
  VO: 'v0',
  OTHER: 'Other',
};
