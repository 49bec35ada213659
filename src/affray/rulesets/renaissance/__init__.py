"""Renaissance: percentile opposed checks on a metre grid."""
