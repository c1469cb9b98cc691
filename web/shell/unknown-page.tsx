import { Navigate } from 'react-router';
import { paths } from '../paths.ts';

export default function UnknownPage() {
  return <Navigate to={paths.home()} replace />;
}
