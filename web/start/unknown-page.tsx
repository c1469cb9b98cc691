import { Navigate } from 'react-router';
import { paths } from '#domain/paths.ts';

export default function UnknownPage() {
  return <Navigate to={paths.home()} replace />;
}
