"""The store fails, in every way and at every moment: nobody is told what is not so, and play goes on by itself once it is back."""
