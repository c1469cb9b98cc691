import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import { CONTACT_ADDRESS } from '../shell/contact.ts';

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-5 text-sm text-ink-soft sm:px-6">
        <Link to={paths.privacyPolicy()} className={look}>
          Privacy Policy
        </Link>
        <Link to={paths.terms()} className={look}>
          Terms of Service
        </Link>
        <a href={`mailto:${CONTACT_ADDRESS}`} className={look}>
          Contact Us
        </a>
        <p className="sm:ml-auto">© 2025 Unblock. All rights reserved.</p>
      </div>
    </footer>
  );
}

const look = 'inline-flex min-h-11 items-center hover:text-ink hover:underline';
