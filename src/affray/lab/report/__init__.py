"""Reports: `Report.save` writes a page or a picture with plots of the lab's results."""
