import base from './playwright.config.ts';
const use = base.use as any;
export default { ...base, use: { ...use, headless: true, launchOptions: { ...use.launchOptions, args: [...use.launchOptions.args.filter((a: string) => !(process.env.DROP ?? '').split('|').includes(a)), ...(process.env.ADD ?? '').split('|').filter(Boolean)] } } };
